-- Mails to professionals about the credentials of their deposits.

alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout',
           'second-factor-enabled', 'second-factor-disabled', 'recovery-code-used', 'passkey-added', 'passkey-removed',
           'payment-account-set', 'payment-account-deleted', 'appointment-message', 'reminder-test', 'booking-message',
           'booking-notice', 'rights-receipt', 'rights-notice', 'rights-answer', 'shared-documents', 'share-notice',
           'assistant-invitation', 'charge-reminder')
);
create or replace function require_own_mail() returns trigger
language plpgsql as $$
begin
  if new.kind not in ('payment-account-set', 'payment-account-deleted', 'appointment-message', 'reminder-test',
                      'booking-message', 'booking-notice', 'rights-receipt', 'rights-notice', 'rights-answer',
                      'shared-documents', 'share-notice', 'charge-reminder')
     or current_user = 'ficha_assistant' and new.kind not in ('appointment-message', 'booking-message', 'charge-reminder')
     or new.user_id is distinct from nullif(current_setting('app.owner', true), '')::uuid then
    raise exception 'a professional queues no mail of another account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
