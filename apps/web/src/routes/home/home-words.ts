/** What the main screen itself says; everything else is said by its features. */
export const HOME_WORDS = {
  brand: 'Bullring',
  language: 'Language',
  english: 'English',
  history: 'History',
  toCollect: 'to collect',
  howTitle: 'How a round works',
  how: [
    'Pick UP or DOWN before the ring runs out.',
    'The round locks at the first oracle price after zero.',
    'One round later it closes. The right side shares the pool.',
  ],
  telegram: 'Contact us on Telegram',
  pageTitle: 'Bullring: will BNB go up or down?',
  directBet: 'Direct bet (中文)',
  contract: 'Contract',
  lost: 'No connection to the game.',
  lastUpdate: (age: string) => `Last update ${age}.`,
  retry: 'Try again',
} as const
