import { GateError, UsageError } from '../common/errors.js';

/** A version lacks its manifest or a file that the manifest lists: it was not published whole, or not copied whole. */
export class IncompleteDataError extends GateError {}

/** A file does not hold the bytes that were published, or the manifest is not the one that was pinned. */
export class AlteredDataError extends GateError {}

/** The version was published with other columns than this release of the library declares: its types would not hold. */
export class SchemaMismatchError extends GateError {}

/** The directory holds another dataset or version than was asked for. */
export class WrongVersionError extends UsageError {}

/** The version has no such split, table or market. */
export class UnknownNameError extends UsageError {}
