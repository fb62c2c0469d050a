import type { Brand } from '../brand/read-brand.ts'

/** A brand with name, logo and colours, with `overrides`. Its pictures are not complete. */
export function testBrand(overrides: Partial<Brand> = {}): Brand {
  return {
    name: 'Acme & Sons',
    logo: { bytes: Buffer.from('<svg/>'), type: 'image/svg+xml', size: null },
    icon: { bytes: Buffer.from('icon'), type: 'image/png', size: { width: 600, height: 600 } },
    picture: null,
    colours: {
      light: { page: '#f2f6fb', card: '#ffffff', text: '#10202e', accent: '#0b4f9e' },
      dark: { page: '#0d1319', card: '#141c24', text: '#e8f0f8', accent: '#8ab8ff' },
    },
    contact: null,
    links: [],
    texts: new Map(),
    age: null,
    countries: null,
    dailyStakeWei: null,
    ...overrides,
  }
}
