/** Places of an installation. */
export type Places = { checkout: string; settings: string }

/** Folders in the files of ops/. */
const CHECKOUT = /\/opt\/bullring\b/g
const SETTINGS = /\/etc\/bullring\b/g

/** Writes a unit of ops/ for the places of this installation. */
export function unitFile(template: string, { checkout, settings }: Places): string {
  return template.replaceAll(CHECKOUT, checkout).replaceAll(SETTINGS, settings)
}
