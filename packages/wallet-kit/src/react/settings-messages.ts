export const SETTINGS_MESSAGES = {
  settings: 'Account settings',
  email: 'Email',
  editEmail: 'Change the email of this account',
  loggedInWith: 'Logged in with {provider}',
  network: 'Network',
  chooseName: 'Choose account name',
  security: 'Devices and security',
  securityDetail: 'Devices, passkey and key export, on the wallet’s own page',
  accounts: 'Your accounts',
  emailAccount: 'Email Account',
  socialAccount: 'Social Account',
} as const
