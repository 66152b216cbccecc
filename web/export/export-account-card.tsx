import { ExportButton } from '#web/export/export-button.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export function ExportAccountCard() {
  return (
    <Card title="Tus datos">
      <p className="max-w-prose text-muted text-sm">
        Descarga todo lo que guarda tu cuenta en un archivo ZIP: fichas y documentos sellados de tus pacientes, agenda,
        plantillas, fichas en custodia y registro de accesos, también en HL7 FHIR para llevarlo a otro sistema. Con
        muchos pacientes puede tardar varios minutos.
      </p>
      <ExportButton what="account" label="Exportar mi cuenta" className="mt-4 max-w-sm" />
      <p className="mt-4 text-sm">
        <Link to={PATHS.rights} className={TEXT_LINK_CLASS}>
          Derechos sobre los datos personales
        </Link>
      </p>
    </Card>
  );
}
