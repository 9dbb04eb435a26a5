import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'

/** In the place of a page whose part of the app did not come. */
export const NotLoaded = () => {
  const { say } = useRide()
  return (
    <Page title={say('no_signal_title')} about="not loaded">
      <p role="alert">{say('no_signal')}</p>
      <button type="button" className="main" onClick={() => location.reload()}>
        {say('try_again')}
      </button>
    </Page>
  )
}
