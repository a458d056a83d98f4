--! Previous: sha1:ae5e2042c6503481b2e0050ae64b543109f09bce
--! Hash: sha1:dfe520bb485b12aecdb80e12512e61b335a47d13
--! Message: email as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'email' after 'web_push';
