/**
 * Returns the `archive_command` that copies each file of the WAL into a directory. It also succeeds if the same file is
 * already there: after a crash, PostgreSQL may not know that it has archived the file.
 */
export const archiveCommand = (archive: string) =>
  `cmp -s %p ${archive}/%f || { test ! -f ${archive}/%f && cp %p ${archive}/%f.part && sync ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f; }`;
