import type { LaunchOptions } from '@playwright/test'

/** Returns the options of a browser whose default font size is `pixels`. */
export function withTextSize(options: LaunchOptions, pixels: number): LaunchOptions {
  const size = `--blink-settings=defaultFontSize=${pixels}`
  return { ...options, args: [...(options.args ?? []), size] }
}
