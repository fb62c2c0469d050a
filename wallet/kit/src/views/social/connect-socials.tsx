import { socialName } from '@bullring/login-api/social-name'
import { useSocials, useStartSocialLogin } from '#react/login/use-social-login.ts'
import { SocialIcon } from '#ui/image/social-icon.tsx'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowList } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import styles from './connect-socials.module.css'

/** All social accounts to log in with. */
export function ConnectSocials() {
  const start = useStartSocialLogin()
  return (
    <ScrollList>
      <RowList>
        {useSocials().map((provider) => (
          <li key={provider}>
            <ListRow
              image={
                <span className={styles['mark']}>
                  <SocialIcon provider={provider} />
                </span>
              }
              title={socialName(provider)}
              onClick={() => start(provider)}
            />
          </li>
        ))}
      </RowList>
    </ScrollList>
  )
}
