import type { Device } from '@kinreel/contracts/devices';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about the devices where the user is logged in. */
export const devicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDevices: build.query<Device[], void>({ query: () => 'api/devices', providesTags: ['Devices'] }),
    /** Logs one device out. Refetches the list also after a failure, because it may be outdated. */
    endDevice: build.mutation<void, string>({
      query: (id) => ({ url: `api/devices/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Devices'],
    }),
    /** Logs all devices out. Later calls fail, so nothing is refetched. */
    endAllDevices: build.mutation<void, void>({ query: () => ({ url: 'api/devices', method: 'DELETE' }) }),
  }),
});

export const { useEndAllDevicesMutation, useEndDeviceMutation, useGetDevicesQuery } = devicesApi;
