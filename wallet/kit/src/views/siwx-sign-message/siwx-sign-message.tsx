import { fill } from '@bullring/wire/text/fill'
import type { SignIn } from '#core/sign-in/sign-in.ts'
import { OpenWalletLink } from '#react/connect/open-wallet-link.tsx'
import { signInOf } from '#react/connect/sign-in-of-kit.ts'
import { useConnectionState, useKit, useMessages, useStore } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import { SIWX_MESSAGES } from './siwx-messages.ts'
import styles from './siwx-sign-message.module.css'

/** Asks the visitor to sign in with the wallet (R-SIGNIN-1). */
export function SiwxSignMessage() {
  const signIn = signInOf(useKit())
  return signIn === null ? null : <SignMessage signIn={signIn} />
}

function SignMessage({ signIn }: { signIn: SignIn }) {
  const { metadata } = useKit().options
  const messages = useMessages('siwx', SIWX_MESSAGES)
  const { connector } = useConnectionState().connection
  const status = useStore(signIn, (state) => state.status)
  const name = metadata?.name || messages.dapp
  return (
    <div className={styles['view']}>
      <div className={styles['images']}>
        <span className={styles['page']}>
          <WalletImage name={name} source={metadata?.icons[0] ?? null} size={64} />
        </span>
        <span className={styles['wallet']}>
          <WalletImage
            name={connector?.name ?? messages.wallet}
            source={connector?.icon ?? null}
            size={64}
          />
        </span>
      </div>
      <div className={styles['text']}>
        <p className={styles['title']}>{fill(messages.title, { name })}</p>
        <p className={styles['detail']}>
          {signIn.isRequired ? messages.required : messages.optional}
        </p>
      </div>
      <div className={styles['buttons']}>
        <Button
          tone="quiet"
          size="large"
          isBusy={status === 'cancelling'}
          onClick={() => void signIn.cancel()}
        >
          {status === 'cancelling' ? messages.cancelling : messages.cancel}
        </Button>
        <Button size="large" isBusy={status === 'signing'} onClick={() => void signIn.sign()}>
          {status === 'signing' ? messages.signing : messages.sign}
        </Button>
      </div>
      {status === 'signing' && <OpenWalletLink />}
    </div>
  )
}
