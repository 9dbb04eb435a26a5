import { Link } from '../ui/Link.tsx'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'

export const NotFound = () => {
  const { say } = useRide()
  return (
    <Page title={say('not_found')}>
      <Link to="" className="link">
        {say('where_to')}
      </Link>
    </Page>
  )
}
