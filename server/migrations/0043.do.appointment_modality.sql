-- The modality of the service of an appointment when it was booked. It counts once the service is deleted.
alter table appointments add column modality text;
alter table appointments add constraint appointments_modality_check check (modality in ('in-person', 'remote'));
