import type { PermissionKey } from '@ambit/contract'
import type { Can } from '../auth/allowed.ts'
import type { DialogName } from '../dialogs/names.ts'
import type { PortalPath } from '../url/paths.ts'

export type TourStep = {
  chapter: 'A call' | 'A breakdown' | 'A zone'
  title: string
  text: string
  /** the page that its button opens */
  opens?: { to: PortalPath; label: string }
  /** the dialog that takes the tour on when it opens */
  until?: DialogName
  permission: PermissionKey
}

const steps: readonly TourStep[] = [
  {
    chapter: 'A call',
    title: 'Find the caller',
    text: 'A passenger is on the phone. Open the passengers and search for the name or the phone number.',
    opens: { to: '/TravellerManagement', label: 'Open passengers' },
    permission: 'TravellerManagement:traveller:canRead',
  },
  {
    chapter: 'A call',
    title: 'Start a booking',
    text: 'Choose New booking in the menu at the end of the passenger’s row.',
    until: 'TripBookingWizardDialog',
    permission: 'TravellerManagement:traveller:canUpdate',
  },
  {
    chapter: 'A call',
    title: 'Book the ride',
    text: 'Enter both addresses and press Find Trip. Each offering shows the times that the passenger is promised. Choose one and confirm it.',
    permission: 'TravellerManagement:traveller:canUpdate',
  },
  {
    chapter: 'A breakdown',
    title: 'Find the vehicle',
    text: 'Service Monitoring shows every trip and vehicle. Late trips are marked; a vehicle that has broken down stands still.',
    opens: { to: '/VehicleMonitoring/', label: 'Open Service Monitoring' },
    permission: 'VehicleMonitoring:monitoring:canRead',
  },
  {
    chapter: 'A breakdown',
    title: 'Take it out of service',
    text: 'Choose its trip and then Take out of service. You see which vehicle each passenger gets instead, and when, before you accept.',
    permission: 'TripManagement:trip:canUpdate',
  },
  {
    chapter: 'A zone',
    title: 'Look at a zone',
    text: 'A zone is where people travel: its service areas, stops, routes and prices.',
    opens: { to: '/ZoneManagement/zones', label: 'Open zones' },
    permission: 'ZoneManagement:zone:canRead',
  },
  {
    chapter: 'A zone',
    title: 'Open its designer',
    text: 'Choose a zone and open its designer. Areas, stops and routes are drawn on the map, and changes stay a draft until they are saved.',
    permission: 'ZoneManagement:zone:canRead',
  },
]

/** What of the tour this person can do. */
export const tourFor = (can: Can): readonly TourStep[] => steps.filter(({ permission }) => can(permission))
