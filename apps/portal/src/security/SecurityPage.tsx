import { OwnSessions } from '../records/Sessions.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Identities } from './Identities.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import classes from './security.module.css'
import { securityStrings as words } from './strings.ts'

/** How one's own account is protected. */
const SecurityPage = () => (
  <>
    <PageHeader />
    <div className={classes['page']}>
      <section className={`card ${classes['part']}`} aria-labelledby="security-password">
        <h2 id="security-password">{words.password}</h2>
        <OwnPassword />
      </section>
      <section className={`card ${classes['part']}`} aria-labelledby="security-factors">
        <h2 id="security-factors">{words.factors}</h2>
        <SecondFactors />
      </section>
      <section className={`card ${classes['part']}`} aria-labelledby="security-passkeys">
        <h2 id="security-passkeys">{words.passkeys}</h2>
        <Passkeys />
      </section>
      <Identities />
      <section className={`card ${classes['part']}`} aria-labelledby="security-sessions">
        <h2 id="security-sessions">{words.sessions}</h2>
        <OwnSessions />
      </section>
    </div>
  </>
)
export default SecurityPage
