-- Ending a recurring journey and taking an entry off the waiting list have keys of their own: who could still can.
update user_roles set permissions = permissions
  || jsonb_build_object('TravellerManagement:series:canDestroy', permissions -> 'TravellerManagement:series:canUpdate')
where permissions ? 'TravellerManagement:series:canUpdate' and not permissions ? 'TravellerManagement:series:canDestroy';
update user_roles set permissions = permissions
  || jsonb_build_object('TravellerManagement:waitlist:canDestroy', permissions -> 'TravellerManagement:waitlist:canUpdate')
where permissions ? 'TravellerManagement:waitlist:canUpdate' and not permissions ? 'TravellerManagement:waitlist:canDestroy';
