--! Previous: sha1:b062521c18efbf7029edd535b8483e9ac7fc0f67
--! Hash: sha1:0e8e635d4698cadb0d838ae9b763616d9d63d34b
--! Message: email as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'email' after 'web_push';
