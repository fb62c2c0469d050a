import * as z from 'zod/mini'

/** Longest address that SMTP can carry (RFC 5321, section 4.5.3.1.3). */
const MAX_LENGTH = 254

/**
 * An email address, parsed to lower case: both services compare addresses in this form. Strictly, only the domain
 * ignores case, but no provider in use tells two mailboxes apart by it.
 */
export const EmailField = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(MAX_LENGTH)),
  z.email('Invalid email'),
)
