import { UsageError } from '../../common/errors.js';
import type { SourceName, UpstreamRequest } from '../types.js';

/** The real hosts. */
export const DEFAULT_BASE_URLS: Readonly<Record<SourceName, string>> = {
  metaculus: 'https://www.metaculus.com',
  gamma: 'https://gamma-api.polymarket.com',
  clob: 'https://clob.polymarket.com',
  data: 'https://data-api.polymarket.com',
  hf: 'https://huggingface.co',
};

/** The environment variables that replace a base URL. */
export const BASE_URL_VARIABLES: Readonly<Record<SourceName, string>> = {
  metaculus: 'METACULUS_URL',
  gamma: 'GAMMA_URL',
  clob: 'CLOB_URL',
  data: 'DATA_URL',
  hf: 'HF_URL',
};

/**
 * A base URL without its trailing slashes. UsageError naming the variable where it is no http or https address, or
 * holds a user name, a query or a fragment.
 */
export function parseBaseUrl(source: SourceName, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain =
    url !== undefined &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (plain) return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  throw new UsageError(
    `${BASE_URL_VARIABLES[source]} is no http or https address, or holds a user name, query or fragment`,
    `Unset ${BASE_URL_VARIABLES[source]} to use ${DEFAULT_BASE_URLS[source]}, or set it to an address such as http://127.0.0.1:8080/${source}.`,
  );
}

/** The address of a request. */
export function urlOf(baseUrl: string, request: UpstreamRequest): URL {
  const url = new URL(`${baseUrl}${request.path}`);
  if (url.origin !== new URL(baseUrl).origin) throw new TypeError(`path leaves the host: ${request.path}`);
  for (const [key, value] of request.query) url.searchParams.append(key, value);
  return url;
}
