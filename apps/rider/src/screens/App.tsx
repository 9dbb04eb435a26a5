import { type ComponentType, lazy, Suspense } from 'react'
import { RideProvider, useRide } from '../ui/ride.tsx'
import { LINK_OVER, usePath } from '../ui/path.ts'
import { type Session, useSession } from '../ui/use-session.ts'
import { keptRides } from '../ride/kept-rides.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { NotFound } from './NotFound.tsx'
import { Resume } from './Resume.tsx'
import { SignIn } from './SignIn.tsx'
import { Unreachable } from './Unreachable.tsx'

const ownPages = () => import('./own-pages.ts')
const orNot = <P extends object>(page: Promise<ComponentType<P>>): Promise<{ default: ComponentType<P> }> =>
  page.then(
    (whole) => ({ default: whole }),
    () => ({ default: NotLoaded }),
  )
const Home = lazy(() => orNot(import('./Home.tsx').then((part) => part.Home)))
const RidePages = lazy(() => orNot(import('./RidePages.tsx').then((part) => part.RidePages)))
const Tracking = lazy(() => orNot(import('./RidePages.tsx').then((part) => part.Tracking)))
const Account = lazy(() => orNot(ownPages().then((pages) => pages.Account)))
const Messages = lazy(() => orNot(ownPages().then((pages) => pages.Messages)))
const MyRecord = lazy(() => orNot(ownPages().then((pages) => pages.MyRecord)))
const MyRides = lazy(() => orNot(ownPages().then((pages) => pages.MyRides)))
const Receipt = lazy(() => orNot(ownPages().then((pages) => pages.Receipt)))

type Props = {
  /** the browser's, or what a test has in its place */
  fetch: typeof globalThis.fetch
  /** opens another address of the server */
  leave: (address: string) => void
}

/** The passengers' app. */
export const App = ({ fetch, leave }: Props) => {
  const session = useSession(fetch)
  const { engine, config, me, ended, setMe } = session
  const who = me ?? ended
  return (
    <RideProvider
      engine={engine}
      config={config}
      me={who}
      isIn={me !== null}
      setMe={setMe}
      phone={who === null ? (keptRides.read()?.phone ?? null) : null}
    >
      <Shown session={session} leave={leave} />
    </RideProvider>
  )
}

/** A screen whose session ended stays as it is behind the sign-in, so that what was entered is there afterwards. */
const Shown = ({ session: { step, me, ended, retry }, leave }: { session: Session } & Pick<Props, 'leave'>) => {
  const path = usePath()
  const who = me ?? ended
  if (step === 'asking') return <Loading />
  if (step === 'unreachable') return <Unreachable retry={retry} />
  if (path === 'Track' || path === LINK_OVER)
    return (
      <Suspense fallback={<Loading />}>
        <Tracking leave={leave} />
      </Suspense>
    )
  return (
    <>
      {me === null && <SignIn again={ended !== null} />}
      {who !== null && (
        <div key={who.id} hidden={me === null}>
          <Suspense fallback={<Loading />}>
            <Resume passenger={who.id}>
              <Screen />
            </Resume>
          </Suspense>
        </div>
      )}
    </>
  )
}

const Loading = () => {
  const { say } = useRide()
  return (
    <main>
      <p>{say('loading')}</p>
    </main>
  )
}

const Screen = () => {
  const path = usePath()
  if (/^(offers(\/back)?|confirm|(rides|returns)\/\d{1,10})$/.test(path)) return <RidePages path={path} />
  const [, receipt] = /^rides\/(\d{1,10})\/receipt$/.exec(path) ?? []
  if (receipt !== undefined) return <Receipt key={receipt} id={Number(receipt)} />
  switch (path) {
    case '':
      return <Home />
    case 'rides':
      return <MyRides />
    case 'account':
      return <Account />
    case 'account/record':
      return <MyRecord />
    case 'account/messages':
      return <Messages />
    default:
      return <NotFound />
  }
}
