const NAMES: Readonly<Record<string, string>> = { github: 'GitHub', x: 'X' }

/** Returns the name of a social provider as its site writes it. */
export function socialName(provider: string): string {
  return NAMES[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)
}
