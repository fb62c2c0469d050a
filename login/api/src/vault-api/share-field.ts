import { bytesField } from '../byte-fields.ts'

/** Length of every share: 16 bytes of entropy, 4 of checksum, and the number of the share. */
const SHARE_BYTES = 21

/** A share in base64url. */
export const ShareField = bytesField(SHARE_BYTES)
