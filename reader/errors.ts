import { GateError, UsageError } from '../common/errors.js';

export { UsageError };

/** A version lacks its manifest or a file that belongs to it, or a file cannot be read: not published or copied whole. */
export class IncompleteDataError extends GateError {}

/** A file does not hold what was published, or the manifest is none, contradicts itself or is not the pinned one. */
export class AlteredDataError extends GateError {}

/** The version was published with other columns than this release of the library declares: its types would not hold. */
export class SchemaMismatchError extends GateError {}

/** The directory holds another dataset or version than was asked for. */
export class WrongVersionError extends UsageError {}

/** The version has no such split, table or market, or a file was named where a directory belongs. */
export class UnknownNameError extends UsageError {}
