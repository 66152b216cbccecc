-- The column states when all rows were re-encrypted with a newer key.

alter table data_keys rename column swept_at to reencrypted_at;
