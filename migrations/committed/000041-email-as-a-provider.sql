--! Previous: sha1:727c00ada1d12c708362ab08ed769da2f59d53e1
--! Hash: sha1:a189c312022bddecfa558207b0604820a29a056b
--! Message: email as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'email' after 'web_push';
