import { RideProvider, useRide } from '../ui/ride.tsx'
import { LINK_OVER, usePath } from '../ui/path.ts'
import { type Session, useSession } from '../ui/use-session.ts'
import { keptRides } from '../ride/kept-rides.ts'
import { Account } from './Account.tsx'
import { Confirm } from './Confirm.tsx'
import { Home } from './Home.tsx'
import { Messages } from './Messages.tsx'
import { MyRecord } from './MyRecord.tsx'
import { MyRides } from './MyRides.tsx'
import { NotFound } from './NotFound.tsx'
import { Offers } from './Offers.tsx'
import { Receipt } from './Receipt.tsx'
import { RidePage } from './RidePage.tsx'
import { Resume } from './Resume.tsx'
import { SignIn } from './SignIn.tsx'
import { Tracking } from './Tracking.tsx'
import { Unreachable } from './Unreachable.tsx'

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
  const { say } = useRide()
  const path = usePath()
  const who = me ?? ended
  if (step === 'asking')
    return (
      <main>
        <p>{say('loading')}</p>
      </main>
    )
  if (step === 'unreachable') return <Unreachable retry={retry} />
  if (path === 'Track' || path === LINK_OVER) return <Tracking leave={leave} />
  return (
    <>
      {me === null && <SignIn again={ended !== null} />}
      {who !== null && (
        <div key={who.id} hidden={me === null}>
          <Resume passenger={who.id}>
            <Screen />
          </Resume>
        </div>
      )}
    </>
  )
}

const Screen = () => {
  const path = usePath()
  const [, ride] = /^rides\/(\d{1,10})$/.exec(path) ?? []
  if (ride !== undefined) return <RidePage key={ride} id={Number(ride)} />
  const [, receipt] = /^rides\/(\d{1,10})\/receipt$/.exec(path) ?? []
  if (receipt !== undefined) return <Receipt key={receipt} id={Number(receipt)} />
  switch (path) {
    case '':
      return <Home />
    case 'offers':
      return <Offers />
    case 'confirm':
      return <Confirm />
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
