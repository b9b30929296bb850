/** The group of the service's user. The rights are the group's: another user can take the place of the first. */
export const serviceGroup = "attestory";

const admins = "$admins";
const both = [admins, serviceGroup];

/** The service reads all streams at once, for its newest event and to follow its events. As the metadata of the stream `$all`. */
export const rightsOnAll = { $acl: { $r: both, $mr: [admins] } };

/**
 * The service reads and appends. It deletes nothing and changes no metadata, by which streams are truncated: what it has written stays
 * as it is. As the store's settings.
 */
export const rightsOnStreams = {
  $userStreamAcl: { $r: both, $w: both, $d: admins, $mr: admins, $mw: admins },
  $systemStreamAcl: { $r: admins, $w: admins, $d: admins, $mr: admins, $mw: admins },
};
