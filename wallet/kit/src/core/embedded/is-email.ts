import { EmailField } from '@bullring/login-api/email-field'

/** Returns whether the services would accept an address (R-EMAIL-2). */
export function isEmail(text: string): boolean {
  return EmailField.safeParse(text).success
}
