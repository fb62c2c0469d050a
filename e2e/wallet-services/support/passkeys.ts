import { createHash, randomBytes } from 'node:crypto'

/** The passkeys of one person: secrets by credential. */
export type Authenticator = Map<string, Buffer>

class FakeCredential {
  readonly rawId: Uint8Array
  private readonly output: Uint8Array

  constructor(rawId: Uint8Array, output: Uint8Array) {
    this.rawId = rawId
    this.output = output
  }

  getClientExtensionResults() {
    return { prf: { enabled: true, results: { first: this.output } } }
  }
}

type Evaluation = { first: Uint8Array }
type CreateOptions = { publicKey: { extensions: { prf: { eval: Evaluation } } } }
type GetOptions = {
  publicKey: {
    allowCredentials: readonly { id: Uint8Array }[]
    extensions: { prf: { evalByCredential: Readonly<Record<string, Evaluation>> } }
  }
}

/** Lets pages use these passkeys, and no others, while `task` runs. One at a time. */
export async function withAuthenticator<result>(
  secrets: Authenticator,
  task: () => Promise<result>,
): Promise<result> {
  const credentials = {
    create: ({ publicKey }: CreateOptions) => {
      const id = randomBytes(16).toString('base64url')
      secrets.set(id, randomBytes(32))
      return evaluate(secrets, id, publicKey.extensions.prf.eval)
    },
    get: ({ publicKey }: GetOptions) => {
      const asked = Object.entries(publicKey.extensions.prf.evalByCredential)
      const [id = '', evaluation] = asked.find(([each]) => secrets.has(each)) ?? []
      return evaluation === undefined ? null : evaluate(secrets, id, evaluation)
    },
  }
  Object.assign(globalThis, { PublicKeyCredential: FakeCredential })
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  try {
    return await task()
  } finally {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    Reflect.deleteProperty(navigator, 'credentials')
  }
}

/** Returns the passkey's output for a salt. */
function evaluate(secrets: Authenticator, id: string, { first }: Evaluation): FakeCredential {
  const secret = secrets.get(id) ?? ''
  const output = createHash('sha256').update(secret).update(first).digest()
  return new FakeCredential(Buffer.from(id, 'base64url'), new Uint8Array(output))
}
