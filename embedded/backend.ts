/** The PostgreSQL backend that all clients share. */
export interface Backend {
  /** Its answer to a client that connects. */
  readonly startupReply: Uint8Array;
  /**
   * Runs messages until all are answered.
   *
   * @param onData gets the answer in chunks that it may keep. The backend reads what it returns as further messages.
   * @throws if the backend is broken for good
   */
  run(messages: Uint8Array[], onData: (chunk: Buffer) => Uint8Array | undefined): Promise<void>;
}
