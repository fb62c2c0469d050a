import { typedEmail } from '@bullring/wire/text/plain-text'
import * as z from 'zod/mini'

/** Longest address that SMTP can carry (RFC 5321, section 4.5.3.1.3). */
const MAX_LENGTH = 254

/** Longest text that an address is read from: a name may be beside it. */
const MAX_TYPED_LENGTH = 1_000

/**
 * An email address as the visitor types or pastes it, parsed to the address in lower case: both services compare addresses in this form. Strictly, only the domain
 * ignores case, but no provider in use tells two mailboxes apart by it.
 */
export const EmailField = z.pipe(
  z.pipe(z.string().check(z.maxLength(MAX_TYPED_LENGTH)), z.transform(typedEmail)),
  z.pipe(
    z.string().check(z.trim(), z.toLowerCase(), z.maxLength(MAX_LENGTH)),
    z.email('Invalid email'),
  ),
)
