import type { ReactNode } from 'react'
import { Link } from './Link.tsx'
import { usePath } from './path.ts'
import { Pictogram } from './Pictogram.tsx'
import { useRide } from './ride.tsx'
import { useHeadingFocus } from './use-focus.ts'
import styles from './page.module.css'

/** The number to call, in the same place of every page. `number`: of the region that the page is about. */
export const CallUs = ({ number }: { number: string | null }) => {
  const { say, phone } = useRide()
  const called = number ?? phone
  if (called === null) return null
  return (
    <a
      className={`link ${styles['call']}`}
      href={`tel:${called.replaceAll(/[^\d+]/g, '')}`}
      aria-label={say('call_us_at', { number: called })}
    >
      <Pictogram name="phone" />
      {say('call_us')}
    </a>
  )
}

type Props = {
  title: string
  /** of the region that the page is about; null: of the passenger's */
  phone?: string | null
  /** where the arrow leads */
  back?: string
  /** what stands above the heading */
  above?: ReactNode
  /** the focus goes to the heading when this changes; the address, unless it is given */
  about?: string
  children: ReactNode
}

/** Every page: brand and `Call us` above, the three places to go to below. */
export const Page = ({ title, phone = null, back, above, about, children }: Props) => {
  const { say, config, isIn } = useRide()
  const path = usePath()
  const heading = useHeadingFocus(about ?? path)
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        {back === undefined ? (
          <span className={styles['brand']}>{config?.app.brand_name}</span>
        ) : (
          <Link to={back} className="link plain">
            <Pictogram name="back" />
            {say('back')}
          </Link>
        )}
        <CallUs number={phone} />
      </header>
      <main className={styles['main']}>
        {above}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
      {isIn && <Places />}
    </div>
  )
}

const places = [
  { path: '', text: 'page_ride', pictogram: 'bus' },
  { path: 'rides', text: 'page_rides', pictogram: 'list' },
  { path: 'account', text: 'page_account', pictogram: 'person' },
] as const

const Places = () => {
  const { say } = useRide()
  const path = usePath()
  return (
    <nav className={styles['nav']} aria-label={say('pages')}>
      {places.map((place) => (
        <Link key={place.path} to={place.path} className={styles['place']} current={path === place.path}>
          <Pictogram name={place.pictogram} />
          {say(place.text)}
        </Link>
      ))}
    </nav>
  )
}
