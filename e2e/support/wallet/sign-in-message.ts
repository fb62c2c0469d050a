/** Returns the message by which an account signs in to the site at `url` (EIP-4361). */
export function signInMessage(
  url: string,
  account: string,
  { statement = 'Welcome back.', resources = [] }: SignInOptions = {},
): string {
  const { host, origin } = new URL(url)
  return [
    `${host} wants you to sign in with your Ethereum account:\n${account}\n`,
    `${statement}\n`,
    `URI: ${origin}\nVersion: 1\nChain ID: 31337\nNonce: ${crypto.randomUUID().replaceAll('-', '')}`,
    `Issued At: ${new Date().toISOString()}`,
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((uri) => `- ${uri}`)]),
  ].join('\n')
}

type SignInOptions = { statement?: string; resources?: readonly string[] }
