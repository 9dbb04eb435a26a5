import { screen, waitFor } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'
import { openWithout } from '../testing/without-key.ts'

const portal = startPortal()

const REFUSED =
  'You do not have the correct permissions to view this content. Please contact an administrator to request access.'

describe('A dialog', () => {
  // covers: DRV-38, PERM-46, VEH-96, VEH-97, PERM-48, PERM-49, PAX-25, WIZ-04, SCHED-37, SCHED-42, TRIP-36, TRIP-50, GROUP-20, DISC-26
  test.each([
    ['DriverDialog-view-1', 'DriverManagement:driver:canRead'],
    ['VehicleDialog-view-1', 'VehicleManagement:vehicle:canRead'],
    ['VehicleNoteDialog-create-1', 'VehicleManagement:vehicle:canRead'],
    ['TravelerDialog-view-1', 'TravellerManagement:traveller:canRead'],
    [
      'TripBookingWizardDialog-booking-0b0e7d6c-9d0b-4f5c-8f0e-0d9d6c5b4a39',
      'TravellerManagement:tripBookingWizard:canRead',
    ],
    ['ServicePlanDialog-view-1', 'ServicePlans:servicePlan:canRead'],
    ['UnallocatedWarningDialog-view', 'ServicePlans:servicePlan:canRead'],
    ['TripDialog-view-1', 'TripManagement:trip:canRead'],
    ['TripStatusDialog-edit-1', 'TripManagement:tripStatusDialog:canRead'],
    ['UserGroupDialog-create', 'UserGroupManagement:trip:canRead'],
    ['DiscountDialog-create', 'DiscountManagement:role:canRead'],
  ] as const)('%s opens with the key %s and is refused without it', async (dialog, key) => {
    await openWithout(portal, null, `/Mail?d=${dialog}`)
    await screen.findByRole('dialog')
    expect(screen.queryByText(REFUSED)).toBeNull()
    await openWithout(portal, key, `/Mail?d=${dialog}`)
    expect(await screen.findByText(REFUSED)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(portal.address()).toBe('/Mail')
  })
})

describe('A report', () => {
  // covers: RPT-35..38
  test.each([
    ['feedback', 'ReportManagement:feedback:canRead'],
    ['cancellations', 'ReportManagement:survey:canRead'],
    ['booking-outcome-report', 'ReportManagement:bookingOutcomeReport:canRead'],
    ['conduct', 'ReportManagement:bookingOutcomeReport:canRead'],
    ['trip-itinerary', 'ReportManagement:tripItinerary:canRead'],
  ] as const)('%s opens with the key %s and without it gives way to the start page', async (report, key) => {
    const path = `/ReportManagement/${report}`
    await openWithout(portal, null, path)
    await screen.findByRole('heading', { level: 1, name: 'Reports' })
    await openWithout(portal, key, path)
    await waitFor(() => expect(portal.address()).toBe('/Dashboard'))
  })
})
