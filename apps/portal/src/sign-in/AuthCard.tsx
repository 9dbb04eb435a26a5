import type { ReactNode } from 'react'
import { useSettings } from '../settings/settings.ts'
import { Logo } from '../ui/Logo.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import classes from './sign-in.module.css'

type Props = { title: string; heading: string; text: string; wide?: boolean; children: ReactNode }

export const AuthCard = ({ title, heading, text, wide = false, children }: Props) => {
  const { app } = useSettings()
  usePageTitle(title)
  return (
    <main className={classes['page']}>
      <div className={classes['brand']}>
        <Logo size={28} />
        {app.brandName}
      </div>
      <div className={wide ? `${classes['card']} ${classes['wide']}` : classes['card']}>
        <h1 className={classes['heading']}>{heading}</h1>
        <p className={classes['muted']}>{text}</p>
        {children}
      </div>
    </main>
  )
}
