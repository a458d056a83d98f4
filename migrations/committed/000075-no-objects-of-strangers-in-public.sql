--! Previous: sha1:aecbc1c25a13960d730de059ebe51098b187636f
--! Hash: sha1:b95f4eaf22a7fcc9e3fade5ab8bf8bb36bc5a8fb
--! Message: no objects of strangers in public

--! split: 1-current.sql
-- A definer that searches public would run a function that somebody made there, as the owner.
revoke create on schema public from public;
