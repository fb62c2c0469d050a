import type { Appearance } from './appearance.ts'
import { chooseColours } from './choose-colours.ts'

/** Shows the page in the colours of the app around it, where they keep it readable. */
export function applyAppearance(appearance: Appearance): void {
  const { accent, background } = chooseColours(appearance)
  document.documentElement.dataset['theme'] = appearance.theme
  setColour('--accent', accent)
  setColour('--app-background', background)
}

function setColour(name: string, value: string | undefined): void {
  const { style } = document.documentElement
  if (value === undefined) style.removeProperty(name)
  else style.setProperty(name, value)
}
