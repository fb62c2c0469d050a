import { TEXT_PAGES } from '@bullring/wire/http/text-page'
import { LANGUAGES } from '@bullring/wire/text/languages'
import * as z from 'zod'

/** Six digits: contrast is computed from them. */
const Colour = z.string().regex(/^#[\da-f]{6}$/i, 'must be a colour such as #1a2b3c')

const Colours = z
  .strictObject({ page: Colour, card: Colour, text: Colour, accent: Colour })
  .partial()

/** A file beside the brand's, never one elsewhere. */
const FileName = z
  .string()
  .regex(/^(?!\.)[\w.-]{1,100}$/, 'must be the name of a file beside this one')

const Line = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(60, 'is longer than 60 characters')
  // Line breaks and other control characters would leave the header of a mail.
  .regex(/^\P{Cc}*$/u, 'has characters that cannot be shown')

const Url = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' })

/** A text in the languages that the operator writes; English for the others. */
function perLanguage<kind extends z.ZodType>(kind: kind) {
  return z
    .partialRecord(z.enum(LANGUAGES), kind)
    .refine((texts) => 'en' in texts, 'has no "en", which visitors of other languages read')
}

const Texts = Object.fromEntries(
  TEXT_PAGES.map((name) => [name, perLanguage(FileName).optional()]),
) as Record<
  (typeof TEXT_PAGES)[number],
  z.ZodOptional<ReturnType<typeof perLanguage<typeof FileName>>>
>

/** The operator's file, `BRAND_FILE`. */
export const BrandSchema = z.strictObject({
  name: Line.optional(),
  logo: FileName.optional(),
  icon: FileName.optional(),
  picture: FileName.optional(),
  colours: z.strictObject({ light: Colours.default({}), dark: Colours.default({}) }).optional(),
  contact: z
    .union([Url, z.string().regex(/^mailto:[^\s@]+@[^\s@]+$/)], 'must be an http(s) or mailto: URL')
    .optional(),
  links: z
    .array(z.strictObject({ label: perLanguage(Line), url: Url }))
    .max(10)
    .default([]),
  texts: z.strictObject(Texts).default({}),
  age: z
    .strictObject({ minimum: z.int().min(18).max(99), mustConfirm: z.boolean().default(false) })
    .optional(),
  countries: z
    .strictObject({
      refused: z
        .array(z.string().regex(/^[A-Z]{2}$/, 'must be a code of two capital letters (ISO 3166)'))
        .min(1, 'names no country'),
      unknown: z.enum(['allow', 'refuse'], 'must be allow or refuse'),
      header: z.string().regex(/^[A-Za-z][\w-]{1,63}$/, 'must be the name of a header'),
    })
    .optional(),
  limits: z
    .strictObject({
      dailyStake: z.string().regex(/^\d{1,9}(?:\.\d{1,18})?$/, 'must be an amount such as "0.5"'),
    })
    .optional(),
})
