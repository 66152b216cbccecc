-- A client may choose the id of a new note or certificate. A repeated request is recognised by the primary key.
alter table clinical_notes drop column request_key;
alter table certificates drop column request_key;
