/** Endpoints of one record accept an empty body, except these: what they accept. */
export const leastBodies: Readonly<Record<string, object>> = {
  'users.updatePermissions': { switches: {} },
  'driverActions.setAside': { reason: 'Entered by mistake' },
  'drivers.resetPin': { password: '135790', password_confirmation: '135790' },
  'users.joinIdentity': { provider_id: 1, subject: 'x' },
  'users.changePassword': { password: 'a quiet harbour', password_confirm: 'a quiet harbour' },
  'trips.update': { driver_id: 1, vehicle_id: 1 },
  'trips.changeState': { status: 'live' },
  'passkeys.rename': { name: 'Key' },
  'secondFactors.confirm': { code: '123456' },
  'servicePlans.flexibleUpdate': { start_time: null, end_time: null, bookings: [], token: '' },
  'serviceRequests.change': { service_offering_id: 1, payment_method: 'cash' },
  'travelers.resetPassword': { newPassword: 'correct horse', confirmPassword: 'correct horse' },
  'travelers.erase': { reason: 'Asked by mail' },
  'travelers.protect': { protected: true },
  'travelers.restrict': { restriction: 'Asked by mail' },
  'paymentMethods.create': { payment_method_id: 'pm_test_none' },
}
