import { maxUploadSize, StorageUpload, StorageUploadTarget } from '../schemas/storage.js';
import { operationsOf } from './define.js';

const operation = operationsOf('storage', 'content');

export const generateStorageUploadURL = operation({
  operationId: 'generateStorageUploadURL',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/storage/upload',
  summary: 'Get an address to upload a file to',
  body: StorageUpload,
  success: 201,
  response: StorageUploadTarget,
});

export const putStorageObject = operation({
  operationId: 'putStorageObject',
  method: 'PUT',
  path: '/v1/storage/{storageToken}',
  summary: 'Upload a file',
  access: 'public',
  bodyLimit: maxUploadSize,
  success: 204,
  raw: true,
  own: true,
});

export const getStorageObject = operation({
  operationId: 'getStorageObject',
  method: 'GET',
  path: '/v1/storage/{storageToken}',
  summary: 'Download an uploaded file',
  access: 'public',
  success: 200,
  raw: true,
  own: true,
});

export const downloadFile = operation({
  operationId: 'downloadFile',
  method: 'GET',
  path: '/v1/files/{fileToken}/{fileName}',
  summary: 'Download a file of a space',
  access: 'public',
  success: 200,
  raw: true,
  own: true,
});
