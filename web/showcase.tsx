// The components in all their states, for development: run `vite` and open /showcase.html. Not part of the product.
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { REGIONS } from '#contract/regions';
import { watchTheme } from '#web/platform/theme.ts';
import { ThemeSwitch } from '#web/platform/theme-switch.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Page } from '#web/ui/page.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { RutInput } from '#web/ui/rut-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { showToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';

function Showcase() {
  return (
    <main className="p-6">
      <Page title="Componentes" subtitle="Cada uno en sus estados, en claro y en oscuro" actions={<ThemeSwitch />}>
        <Overlays />
      </Page>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <Side theme="light" />
        <Side theme="dark" />
      </div>
      <Toaster />
    </main>
  );
}

/** Overlays are rendered outside the two columns, so they have the theme of the page. */
function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'busy'>();
  const close = () => setOpen(undefined);
  return (
    <Row>
      <Button onClick={() => showToast({ title: 'Éxito', description: 'Cita creada correctamente' })}>Aviso</Button>
      <Button
        look="secondary"
        onClick={() => showToast({ title: 'Error', description: 'No se pudo crear la cita', destructive: true })}
      >
        Aviso de error
      </Button>
      <Button look="secondary" onClick={() => setOpen('dialog')}>
        Diálogo
      </Button>
      <Button look="secondary" onClick={() => setOpen('confirm')}>
        Confirmación
      </Button>
      <Button look="secondary" onClick={() => setOpen('busy')}>
        Confirmación ocupada
      </Button>
      {open === 'dialog' && (
        <Dialog title="Nueva Cita" description="Los campos con * son obligatorios." onClose={close}>
          <Fields />
        </Dialog>
      )}
      {(open === 'confirm' || open === 'busy') && (
        <ConfirmDialog
          title="¿Eliminar cita?"
          confirmLabel="Sí, eliminar cita"
          busyLabel="Eliminando..."
          busy={open === 'busy'}
          onConfirm={() => setTimeout(close, 1500)}
          onCancel={close}
        >
          <p>Rosa Aguilera Muñoz, lunes 16 de noviembre a las 08:30.</p>
          <p>Esta acción no se puede deshacer.</p>
        </ConfirmDialog>
      )}
    </Row>
  );
}

function Side({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div className={`${theme} space-y-6 rounded-card border border-line bg-paper p-6 text-ink`}>
      <Logo />
      <Row>
        <Button>Guardar</Button>
        <Button look="secondary">Cancelar</Button>
        <Button look="ghost">Más Info</Button>
        <Button look="danger">Eliminar</Button>
        <Button disabled>Creando...</Button>
      </Row>
      <Row>
        <Badge>3 citas</Badge>
        <Badge tone="neutral">Pendiente</Badge>
        <Badge tone="green">Finalizada</Badge>
        <Badge tone="blue">Nota en edición</Badge>
        <Badge tone="purple">Preferencias</Badge>
        <Badge tone="orange">Funcionalidad Limitada</Badge>
        <Badge tone="red">Alertas</Badge>
      </Row>
      <Card title="Tarjeta con campos">
        <Fields />
      </Card>
      <Card title="Cargando">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-3 h-24" />
      </Card>
      <Card>
        <EmptyState
          picture={<NightSky />}
          title="No hay pacientes registrados"
          text="Comienza agregando tu primer paciente"
          action={<Button>Agregar Paciente</Button>}
        />
      </Card>
    </div>
  );
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);

function Fields() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Nombre completo" required error="El nombre es requerido">
        <TextInput />
      </Field>
      <Field label="RUT" required warning="El dígito verificador no coincide. Revisa el RUT.">
        <RutInput defaultValue="12.345.678-9" />
      </Field>
      <Field label="Contraseña" hint="Al menos 6 caracteres">
        <PasswordInput />
      </Field>
      <Field label="Región">
        <Select placeholder="Selecciona tu región" options={REGIONS} />
      </Field>
      <Field label="Ciudad">
        <TextInput disabled value="Punta Arenas" />
      </Field>
    </div>
  );
}

watchTheme();
const container = document.getElementById('root');
if (container) {
  createRoot(container).render(
    <StrictMode>
      <Showcase />
    </StrictMode>,
  );
}
