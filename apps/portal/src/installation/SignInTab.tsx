import { BreakGlass } from './BreakGlass.tsx'
import { FactorPolicies } from './FactorPolicies.tsx'
import classes from './installation.module.css'
import { LocalSignIn } from './LocalSignIn.tsx'
import { LooksForm } from './LooksForm.tsx'
import { Providers } from './Providers.tsx'
import { SessionsForm } from './SessionsForm.tsx'
import { TestResult } from './TestResult.tsx'

/** How users sign in. */
export const SignInTab = () => (
  <div className={classes['parts']}>
    <Providers />
    <SessionsForm />
    <FactorPolicies />
    <LocalSignIn />
    <BreakGlass />
    <LooksForm />
    <TestResult />
  </div>
)
