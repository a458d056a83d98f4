/** The one backend that all clients share. */
export interface Backend {
  /** What it says to a client that connects. */
  readonly startupReply: Uint8Array;
  /**
   * Runs messages to their end.
   *
   * @param onData gets the answer in chunks that are its own; what it returns is read by the backend
   *   after the messages
   * @throws when the backend is broken for good
   */
  run(messages: Uint8Array[], onData: (chunk: Buffer) => Uint8Array | undefined): Promise<void>;
}
