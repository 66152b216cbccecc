import { useState } from 'react';
import { formatDay } from '#contract/days';
import { extendedAnswerDay } from '#contract/rights-clocks';
import { MAX_ANSWER_LENGTH, type RightsRequest } from '#contract/rights-requests';
import { isError } from '#web/platform/api-error.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { useToday } from '#web/platform/today.ts';
import { preparedAnswer, preparedRefusal } from '#web/rights-requests/prepared-answers.ts';
import { ReasonDialog } from '#web/rights-requests/reason-dialog.tsx';
import { useChangeRightsRequest } from '#web/rights-requests/rights-requests.queries.ts';
import { useAnswerText } from '#web/rights-requests/use-answer-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

type Question = 'answer' | 'refuse' | 'extend';

/** The answer, prepared by kind. A dialog asks before it is sent, because an answer cannot be changed. */
export function AnswerForm({ request }: { request: RightsRequest }) {
  const { text, write, forget } = useAnswerText(request._id, preparedAnswer(request));
  const [refusal, setRefusal] = useState(() => preparedRefusal(request));
  const [extension, setExtension] = useState('');
  const [question, setQuestion] = useState<Question>();
  const [isMissing, setMissing] = useState(false);
  const answer = useChangeRightsRequest(request, 'answered');
  const sendsMail = useSendsMail();
  const isOverdue = useToday() > request.dueOn;
  const canExtend = request.kind !== 'blocking' && request.status === 'open' && !isOverdue;
  const close = () => setQuestion(undefined);
  const send = () => {
    // An answer of another window stays, so this one is not kept any longer.
    const onError = (error: Error) => isError(error, 'RIGHTS_REQUEST_ENDED') && forget();
    answer.mutate(text.trim(), { onSuccess: forget, onError, onSettled: close });
  };
  const ask = () => {
    setMissing(text.trim() === '');
    if (text.trim() !== '') setQuestion('answer');
  };

  return (
    <Card title="Tu respuesta">
      <Field
        label="Texto de la respuesta"
        required
        hint="Preparamos un texto que puedes cambiar. Queda guardado con la solicitud."
        error={isMissing && text.trim() === '' ? 'Escribe la respuesta' : undefined}
      >
        <TextArea
          endless
          value={text}
          onChange={({ target }) => write(target.value)}
          maxLength={MAX_ANSWER_LENGTH}
          rows={8}
        />
      </Field>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:flex-1 max-sm:*:basis-full">
        <Button onClick={ask}>Enviar respuesta</Button>
        {canExtend && (
          <Button look="secondary" onClick={() => setQuestion('extend')}>
            Ampliar plazo
          </Button>
        )}
        <Button look="secondary" onClick={() => setQuestion('refuse')}>
          Rechazar
        </Button>
      </div>
      {question === 'answer' && (
        <ConfirmDialog
          title="¿Enviar respuesta?"
          confirmLabel="Sí, enviar"
          busyLabel="Enviando..."
          cancelLabel="Volver"
          harmless
          busy={answer.isPending}
          onConfirm={send}
          onCancel={close}
        >
          <Recipient request={request} sendsMail={sendsMail} />
          {request.kind === 'blocking' && request.patientId && (
            <p>El uso de sus datos quedará bloqueado: no se le enviará ni se compartirá nada.</p>
          )}
          <p>Después no podrás cambiar la respuesta.</p>
        </ConfirmDialog>
      )}
      {question === 'refuse' && (
        <ReasonDialog
          request={request}
          status="refused"
          title="¿Rechazar solicitud?"
          confirmLabel="Sí, rechazar"
          busyLabel="Rechazando..."
          reason={refusal}
          onReason={setRefusal}
          onDone={forget}
          onClose={close}
        >
          <Recipient request={request} sendsMail={sendsMail} />
          <p>La ley te pide fundamentar el rechazo. Después no podrás cambiarlo.</p>
        </ReasonDialog>
      )}
      {question === 'extend' && (
        <ReasonDialog
          request={request}
          status="extended"
          title="¿Ampliar plazo?"
          confirmLabel="Sí, ampliar"
          busyLabel="Ampliando..."
          harmless
          reason={extension}
          onReason={setExtension}
          onClose={close}
        >
          <p>
            El nuevo plazo será el <strong className="text-ink">{formatDay(extendedAnswerDay(request.dueOn))}</strong>.
            La ley permite ampliarlo una sola vez.
          </p>
          <Recipient request={request} sendsMail={sendsMail} />
        </ReasonDialog>
      )}
    </Card>
  );
}

function Recipient({ request: { name, email }, sendsMail }: { request: RightsRequest; sendsMail: boolean }) {
  const person = <strong className="wrap-anywhere text-ink">{name}</strong>;
  if (sendsMail) {
    return (
      <p>
        {person} recibirá un correo en <span className="wrap-anywhere">{email}</span>.
      </p>
    );
  }
  return (
    <p>
      El correo no está configurado en esta instalación: envíale el texto a {person} por tu cuenta, a{' '}
      <span className="wrap-anywhere">{email}</span>.
    </p>
  );
}
