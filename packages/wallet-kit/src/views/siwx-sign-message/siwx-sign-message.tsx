import type { SignIn } from '#core/sign-in.ts'
import { fill } from '#core/words.ts'
import { Button } from '#ui/button.tsx'
import { WalletImage } from '#ui/wallet-image.tsx'
import { useConnectionState, useKit, useStore, useWords } from '../../kit-context.ts'
import { OpenWalletLink } from '../../open-wallet-link.tsx'
import { signInOf } from '../../sign-in-parts.ts'
import styles from './siwx-sign-message.module.css'
import { SIWX_WORDS } from './siwx-words.ts'

/** Asks for the signature that signs in. */
export function SiwxSignMessage() {
  const signIn = signInOf(useKit())
  return signIn === null ? null : <SignMessage signIn={signIn} />
}

function SignMessage({ signIn }: { signIn: SignIn }) {
  const { metadata } = useKit().options
  const words = useWords('siwx', SIWX_WORDS)
  const { connector } = useConnectionState().connection
  const status = useStore(signIn, (state) => state.status)
  const name = metadata?.name || words.dapp
  return (
    <div className={styles['view']}>
      <div className={styles['pictures']}>
        <span className={styles['page']}>
          <WalletImage name={name} source={metadata?.icons[0] ?? null} size={64} />
        </span>
        <span className={styles['wallet']}>
          <WalletImage
            name={connector?.name ?? 'Wallet'}
            source={connector?.icon ?? null}
            size={64}
          />
        </span>
      </div>
      <div className={styles['words']}>
        <p className={styles['title']}>{fill(words.title, { name })}</p>
        <p className={styles['detail']}>{signIn.isRequired ? words.required : words.optional}</p>
      </div>
      <div className={styles['buttons']}>
        <Button
          tone="quiet"
          size="large"
          isBusy={status === 'cancelling'}
          onClick={() => void signIn.cancel()}
        >
          {status === 'cancelling' ? words.cancelling : words.cancel}
        </Button>
        <Button size="large" isBusy={status === 'signing'} onClick={() => void signIn.sign()}>
          {status === 'signing' ? words.signing : words.sign}
        </Button>
      </div>
      {status === 'signing' && <OpenWalletLink />}
    </div>
  )
}
