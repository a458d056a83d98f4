--! Previous: sha1:ce6c9c4db1e503d2701b32dcd960562d87dac070
--! Hash: sha1:85d2d3c35c45a525993fc8aa7c7301b4c27a7792
--! Message: no objects of strangers in public

--! split: 1-current.sql
-- A definer that searches public would run a function that somebody made there, as the owner.
revoke create on schema public from public;
