import { type Cacao, readIssuer } from './cacao.ts'
import { statementWithRecap } from './recap.ts'

/** Returns the text that the user signs (ERC-4361). */
export function writeSignInMessage(payload: Cacao['p']): string {
  const { chain = '', address = '' } = readIssuer(payload.iss) ?? {}
  const { resources } = payload
  const optionalLines: [string, string | undefined][] = [
    ['Expiration Time', payload.exp],
    ['Not Before', payload.nbf],
    ['Request ID', payload.requestId],
  ]
  return [
    `${payload.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...lineOf(statementWithRecap(payload.statement, resources)),
    '',
    `URI: ${payload.aud}`,
    `Version: ${payload.version}`,
    `Chain ID: ${chain.slice(chain.indexOf(':') + 1)}`,
    `Nonce: ${payload.nonce}`,
    `Issued At: ${payload.iat}`,
    ...optionalLines.flatMap(([label, text]) => lineOf(text && `${label}: ${text}`)),
    ...(resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}

function lineOf(text: string | undefined): string[] {
  return text ? [text] : []
}
