--! Previous: sha1:08daae168b79d9c91a1c9d567bba3f76b36cac41
--! Hash: sha1:beeb7e35c18eba980290e0deec48330980d5ad37
--! Message: ntfy and sms as providers

-- PostgreSQL uses new values only after its commit.
alter type app_private.push_provider add value 'ntfy' after 'email';
alter type app_private.push_provider add value 'sms' after 'ntfy';
