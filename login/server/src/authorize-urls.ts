import type { SocialProvider } from '@bullring/login-api/social-provider'

/** Pages at which visitors log in. The vault sends them there, and custody has the frame open no others. */
export const AUTHORIZE_URLS: Readonly<Record<SocialProvider, string>> = {
  google: 'https://accounts.google.com/o/oauth2/v2/auth',
  apple: 'https://appleid.apple.com/auth/authorize',
  github: 'https://github.com/login/oauth/authorize',
  facebook: 'https://www.facebook.com/v23.0/dialog/oauth',
  x: 'https://x.com/i/oauth2/authorize',
  discord: 'https://discord.com/oauth2/authorize',
}
