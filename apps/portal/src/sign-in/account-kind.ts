/** `/Admin/…` is for staff, `/Traveller/…` for passengers. */
export const accountKindOf = (pathname: string): 'admin' | 'traveller' =>
  /^\/traveller(\/|$)/i.test(pathname) ? 'traveller' : 'admin'
