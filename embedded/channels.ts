const STATEMENT = /(?:^|;)\s*(un)?listen\s+("(?:[^"]|"")+"|[a-z_][\w$]*|\*)/gi;
const DISCARD = /(?:^|;)\s*discard\s+all\b/i;

/**
 * The channels of LISTEN that each client listens to. Their shared backend has only one list, so a client that stops
 * listening would stop it for all.
 */
export class Channels<Client> {
  readonly #listening: Map<Client, Set<string>> = new Map();

  /**
   * Records what a statement does to the client's channels.
   *
   * @returns SQL that listens again for the other clients, if they need it
   */
  record(client: Client, text: string): string | undefined {
    const own = this.#listening.get(client) ?? new Set();
    const dropped: string[] = [];
    for (const [, un, name = ""] of text.matchAll(STATEMENT)) {
      const channel = name.startsWith('"') ? name : name.toLowerCase();
      if (!un) {
        own.add(channel);
        this.#listening.set(client, own);
      } else if (channel === "*") {
        dropped.push(...this.#all());
        own.clear();
      } else {
        dropped.push(channel);
        own.delete(channel);
      }
    }
    if (DISCARD.test(text)) {
      dropped.push(...this.#all());
      own.clear();
    }
    const needed = dropped.filter((channel) => this.#all().has(channel));
    return statements("listen", needed);
  }

  /**
   * Forgets a client.
   *
   * @returns SQL that stops listening to channels without listeners, if there are any
   */
  leave(client: Client): string | undefined {
    const own = this.#listening.get(client) ?? new Set();
    this.#listening.delete(client);
    const remaining = this.#all();
    return statements(
      "unlisten",
      [...own].filter((channel) => !remaining.has(channel)),
    );
  }

  #all(): Set<string> {
    return new Set([...this.#listening.values()].flatMap((channels) => [...channels]));
  }
}

function statements(verb: string, channels: string[]): string | undefined {
  if (channels.length === 0) return undefined;
  return [...new Set(channels)].map((channel) => `${verb} ${channel}`).join("; ");
}
